"""Functions of SQL for DuckDB:

    import duckdb, geocode.duckdb
    connection = duckdb.connect()
    geocode.duckdb.register(connection)
    connection.sql("SELECT geocode_city(lat, lon) FROM 'points.parquet'")

DuckDB calls them for vectors of rows. It needs pyarrow for that.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence

import duckdb
from pyarrow import compute

from . import column_names, default
from .options import Options, merged
from .store import Geocoder, Language

#: The members of the struct that ``reverse_geocode`` returns.
STRUCT = (
    "street",
    "house_number",
    "postal_code",
    "city",
    "county",
    "state",
    "state_code",
    "country",
    "country_code",
    "address",
    "match",
    "distance_meters",
    "status",
)
_NUMBERS = ("distance_meters", "match_latitude", "match_longitude")
_POINT = ["DOUBLE", "DOUBLE"]


def register(
    connection: "duckdb.DuckDBPyConnection",
    geocoder: Optional[Geocoder] = None,
    *,
    language: Language = None,
    detail: Optional[str] = None,
    max_distance: Optional[float] = None,
    columns: Sequence[str] = STRUCT,
) -> List[str]:
    """Adds functions of a latitude and a longitude to a connection. Those of the same names are replaced.

    - ``reverse_geocode(lat, lon)`` returns a struct of ``columns``.
    - ``geocode_street(lat, lon)``, ``geocode_city(lat, lon)``, ... return one value, for each of :func:`geocode.column_names`.

    The result is ``NULL`` where a coordinate is ``NULL`` or nothing is known.

    :param geocoder: the store to ask, which must stay open; the default store if not given.
    :returns: the names of the functions.
    :raises ValueError: a column or an option is unknown.
    """
    geocoder = geocoder or default()
    options = merged(Options(), language, detail, max_distance)
    known = column_names()
    unknown = [name for name in columns if name not in known]
    if unknown:
        raise ValueError(f"there is no column {unknown[0]!r}; choose of {', '.join(known)}")
    members = ", ".join(f"{name} {_type(name)}" for name in columns)
    functions = {"reverse_geocode": (f"STRUCT({members})", _struct(geocoder, options, columns))}
    for name in known:
        functions[f"geocode_{name}"] = (_type(name), _value(geocoder, options, name))
    for name, (kind, function) in functions.items():
        try:
            connection.remove_function(name)
        except duckdb.InvalidInputException:
            pass
        # The stubs of DuckDB know functions of single values alone.
        create: Any = connection.create_function
        create(name, function, _POINT, kind, type="arrow", null_handling="special")
    return list(functions)


def _type(column: str) -> str:
    return "DOUBLE" if column in _NUMBERS else "VARCHAR"


def _struct(geocoder: Geocoder, options: Options, names: Sequence[str]) -> Callable[[Any, Any], Any]:
    def reverse_geocode(latitudes: Any, longitudes: Any) -> Any:
        import pyarrow

        answers = geocoder.columns(latitudes, longitudes, names, options, threads=1).to_arrow()
        arrays = [column.combine_chunks() for column in answers.columns]
        return pyarrow.StructArray.from_arrays(arrays, names, mask=_nulls(latitudes, longitudes))

    return reverse_geocode


def _value(geocoder: Geocoder, options: Options, name: str) -> Callable[[Any, Any], Any]:
    def value(latitudes: Any, longitudes: Any) -> Any:
        values = geocoder.columns(latitudes, longitudes, [name], options, threads=1).to_arrow().column(0)
        if name != "status":
            return values
        # The only column that has a value where the coordinate has none.
        return compute.if_else(_nulls(latitudes, longitudes), None, values.cast("string"))

    return value


def _nulls(latitudes: Any, longitudes: Any) -> Any:
    """True for each row without a coordinate."""
    nulls = compute.or_(compute.is_null(latitudes), compute.is_null(longitudes))
    return nulls.combine_chunks() if hasattr(nulls, "combine_chunks") else nulls
