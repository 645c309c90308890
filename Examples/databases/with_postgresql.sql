-- A table of PostgreSQL by the command line, for members of pg_execute_server_program:
-- psql --set folder="$PWD" --set geocode="geocode csv - --columns street --quiet --force" --file with_postgresql.sql
CREATE TABLE places (id integer, lat double precision, lon double precision);
CREATE TABLE streets (id integer, lat double precision, lon double precision, street text, status text);
\set there :folder '/places.csv' \set answered :folder '/answered.csv' \set program :geocode ' -o ' :answered
COPY places FROM :'there' (FORMAT csv, HEADER);
COPY places TO PROGRAM :'program' (FORMAT csv, HEADER);
COPY streets FROM :'answered' (FORMAT csv, HEADER);
\set result :folder '/postgresql.csv'
COPY (SELECT id, lat, lon, street FROM streets ORDER BY id) TO :'result' (FORMAT csv, HEADER);
