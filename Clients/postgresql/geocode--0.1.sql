-- The types and functions of the extension; "CREATE EXTENSION geocode" runs this.
\echo Use "CREATE EXTENSION geocode" to load this file. \quit

CREATE TYPE placemark AS (
  street text, house_number text, neighborhood text, suburb text, city text, county text, state text, state_code text, postal_code text,
  country text, country_code text, inland_water text, ocean text, areas_of_interest text, time_zone text, name text, title text,
  subtitle text, address text, match text, distance_meters double precision, match_latitude double precision,
  match_longitude double precision, source text, coarse_fields text);

-- The placemark at a point; all of it is null where nothing is known.
CREATE FUNCTION reverse_geocode(latitude double precision, longitude double precision, languages text DEFAULT NULL) RETURNS placemark
  AS 'MODULE_PATHNAME', 'geocode_placemark_row' LANGUAGE C STABLE PARALLEL SAFE COST 100;

-- One column of it, such as 'city': coarse ones are found faster.
CREATE FUNCTION reverse_geocode_column(latitude double precision, longitude double precision, name text, languages text DEFAULT NULL)
  RETURNS text AS 'MODULE_PATHNAME', 'geocode_placemark_column' LANGUAGE C STABLE PARALLEL SAFE COST 50;

-- Takes up a store that was renamed over the one that this connection has open.
CREATE FUNCTION geocode_reload() RETURNS void AS 'MODULE_PATHNAME', 'geocode_reload_store' LANGUAGE C VOLATILE PARALLEL RESTRICTED;

-- The attribution that must be shown with answers.
CREATE FUNCTION geocode_attribution() RETURNS text AS 'MODULE_PATHNAME', 'geocode_attribution_text' LANGUAGE C STABLE PARALLEL SAFE;

-- PostGIS's points in longitude and latitude, where PostGIS is there.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'postgis') THEN
    EXECUTE format(
      'CREATE FUNCTION reverse_geocode(point %1$I.geometry, languages text DEFAULT NULL) RETURNS placemark LANGUAGE sql STABLE PARALLEL SAFE '
      'AS $f$ SELECT reverse_geocode(%1$I.ST_Y(point), %1$I.ST_X(point), languages) $f$',
      (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'postgis'));
  END IF;
END $$;
