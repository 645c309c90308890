"""Functions of SQL for DuckDB:

    import duckdb, geocode.duckdb
    connection = duckdb.connect()
    geocode.duckdb.register(connection)
    connection.sql("SELECT geocode_city(lat, lon) FROM 'points.parquet'")

DuckDB calls them for vectors of rows. It needs pyarrow for that. The functions belong to the database, so all its connections have them.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, List, Optional, Sequence, Union

try:
    import duckdb
    from pyarrow import compute, types
except ModuleNotFoundError as problem:
    _message = f"geocode.duckdb needs {problem.name}, which is not installed: pip install duckdb pyarrow"
    raise ModuleNotFoundError(_message, name=problem.name) from problem

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
_POINT = ["DOUBLE", "DOUBLE"]


def register(
    connection: "duckdb.DuckDBPyConnection",
    geocoder: Optional[Geocoder] = None,
    *,
    language: Language = None,
    detail: Optional[str] = None,
    max_distance: Optional[float] = None,
    columns: Union[str, Iterable[str]] = STRUCT,
) -> List[str]:
    """Adds functions of a latitude and a longitude to a connection. Those that it has added before are replaced.

    - ``reverse_geocode(lat, lon)`` returns a struct of ``columns``.
    - ``geocode_street(lat, lon)``, ``geocode_city(lat, lon)``, ... return one value, for each of :func:`geocode.column_names`, and for each
      layer of your own areas among ``columns``.

    The result is ``NULL`` where a coordinate is ``NULL`` or nothing is known.

    :param geocoder: the store to ask, which must stay open; the default store if not given.
    :returns: the names of the functions.
    :raises ValueError: a column or an option is unknown, or another connection to the same database has added the functions. They can be
        asked there at once, but replaced only by that connection.
    """
    geocoder = geocoder or default()
    options = merged(Options(), language, detail, max_distance)
    # Of no points at all: the library checks names and languages, and says how the columns are called and which types they have.
    members = geocoder.columns([], [], columns, options).to_arrow().schema
    values = geocoder.columns([], [], [*column_names(), *members.names], options).to_arrow().schema
    listing = ", ".join(f"{_quoted(field.name)} {_type(field)}" for field in members)
    functions = {"reverse_geocode": (f"STRUCT({listing})", _struct(geocoder, options, members.names))}
    for field in values:
        functions[f"geocode_{field.name}"] = (_type(field), _value(geocoder, options, field.name))
    for name, (kind, function) in functions.items():
        _replace(connection, name, kind, function)
    return list(functions)


def _replace(connection: "duckdb.DuckDBPyConnection", name: str, kind: str, function: Callable[[Any, Any], Any]) -> None:
    try:
        connection.remove_function(name)
    except duckdb.InvalidInputException:
        pass
    # The stubs of DuckDB know functions of single values alone.
    create: Any = connection.create_function
    try:
        create(name, function, _POINT, kind, type="arrow", null_handling="special")
    except duckdb.CatalogException as problem:
        if "already exists" not in str(problem):
            raise
        raise ValueError(
            f"another connection to this database has added {name}, and its functions are those of this connection, too; to replace them,"
            " register with that one, or close all connections to the database first"
        ) from problem


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _type(field: Any) -> str:
    return "DOUBLE" if types.is_floating(field.type) else "VARCHAR"


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
