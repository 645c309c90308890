"""Adds addresses to a Parquet or GeoParquet file.

1. The schema says where the coordinates are, see :mod:`geocode.points`. The output begins when all names are known to be right.
2. Batches of rows are read, answered and written one after the other, each as a row group: memory does not grow with the file.
3. The columns, their types and the metadata of the file stay as they are; new columns stand at the right.
4. The output is called ``FILE.partial`` until it is complete. Where it is a link, the file behind the link is written.
"""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .options import Options
from .points import Geometry, Points, PointsError, check_system, find
from .store import Geocoder

#: Rows of a batch, which is a row group of the output. Row groups of the input that have fewer rows keep their size.
BATCH_ROWS = 1 << 18
#: What ``geocode csv`` adds, without the parts that few people use.
DEFAULT_COLUMNS = ("street", "house_number", "postal_code", "city", "county", "state", "country", "country_code")


class Task(NamedTuple):
    """What is to be done."""

    input: str
    output: str
    columns: Tuple[str, ...] = DEFAULT_COLUMNS
    latitude: Optional[str] = None
    longitude: Optional[str] = None
    geometry: Optional[str] = None
    prefix: str = ""
    has_status: bool = True
    options: Options = Options()
    threads: Optional[int] = None
    force: bool = False


class OutputError(OSError):
    """Something is in the way of the output; the text says what to do."""


Report = Callable[[int, int], object]


def enrich(task: Task, geocoder: Geocoder, report: Report = lambda done, total: None) -> Dict[str, int]:
    """Writes the output.

    :param report: called with how many rows are done, and how many there are.
    :returns: how many rows have which status, such as ``{"ok": 99, "not_found": 1}``.
    :raises PointsError: there are no coordinates, or a column to add is there already.
    :raises ValueError: a column or an option is unknown, or a column is named twice.
    :raises FileExistsError: the output, or its partial file, is there already.
    :raises OutputError: something else is in the way of them, or their folder is missing.
    :raises OSError: a file cannot be read or written.
    :raises pyarrow.ArrowInvalid: the input is no Parquet file, or is damaged.
    """
    from pyarrow import parquet

    with parquet.ParquetFile(task.input) as source:
        schema = source.schema_arrow
        points = find(schema, task.latitude, task.longitude, task.geometry)
        if isinstance(points, Geometry):
            check_system(_crs(source, points.name), f"the points of {points.name!r}")
        _check_names(task.columns)
        # Of no points at all: the library says how the columns are called, such as those of "all", and which types they have.
        nothing = geocoder.columns([], [], [*task.columns, "status"], task.options)
        names = [name for name in nothing.column_names if name != "status"] + ["status"]
        added = _added(task, names, nothing.to_arrow())
        target_schema = _with_columns(schema, added.schema)
        target_path, partial = _paths(task)
        try:
            with open(partial, "xb") as file:
                with parquet.ParquetWriter(file, target_schema, **_as_in(source)) as target:
                    counts = _copy(task, names, points, source, geocoder, target, report)
                file.flush()
                os.fsync(file.fileno())
            os.rename(partial, target_path)
        except FileExistsError:
            raise
        except BaseException:
            _remove(partial)
            raise
        return counts


def _check_names(names: Sequence[str]) -> None:
    folded = [name.strip().lower() for name in names]
    if "" in folded:
        raise ValueError("one of the columns has no name; give names such as street,city")
    doubled = [name for index, name in enumerate(names) if folded[index] in folded[:index]]
    if doubled:
        raise ValueError(f"the column {doubled[0]!r} is named twice; name it once")


def _copy(
    task: Task, names: List[str], points: Points, source: Any, geocoder: Geocoder, target: Any, report: Report
) -> Dict[str, int]:
    import pyarrow

    counts: Dict[str, int] = {}
    done, total = 0, source.metadata.num_rows
    report(0, total)
    for group in range(source.num_row_groups):
        for batch in source.iter_batches(batch_size=BATCH_ROWS, row_groups=[group]):
            table = pyarrow.Table.from_batches([batch])
            answers = _answers(task, names, points, table, geocoder, lambda some, _: report(done + some, total))
            for one in answers.column("status").value_counts().to_pylist():
                counts[one["values"]] = counts.get(one["values"], 0) + one["counts"]
            added = _added(task, names, answers)
            for field, column in zip(added.schema, added.columns):
                table = table.append_column(field, column)
            # With the metadata of the file, which batches do not carry.
            target.write_table(table.cast(target.schema), row_group_size=max(table.num_rows, 1))
            done += table.num_rows
            report(done, total)
    return counts


def _answers(task: Task, names: List[str], points: Points, table: Any, geocoder: Geocoder, report: Report) -> Any:
    """The answers for a batch, with plain texts, as other programs than pyarrow expect them in files."""
    import pyarrow

    latitudes, longitudes, others = points.read(table)
    answers = geocoder.columns(latitudes, longitudes, names, task.options, threads=task.threads, progress=report).to_arrow()
    answers = answers.cast(_plain(answers.schema))
    if others:
        said = answers.column("status").to_pylist()
        for row in others:
            said[row] = "not_a_point"
        place = answers.schema.get_field_index("status")
        answers = answers.set_column(place, answers.schema.field(place), pyarrow.array(said, pyarrow.string()))
    return answers


def _plain(schema: Any) -> Any:
    import pyarrow
    from pyarrow import types

    return pyarrow.schema(
        field.with_type(pyarrow.string()) if types.is_dictionary(field.type) else field for field in schema
    )


def _added(task: Task, names: List[str], answers: Any) -> Any:
    """The columns to add, with the names that they have in the output."""
    kept = answers.select(names if task.has_status else names[:-1])
    return kept.cast(_plain(kept.schema)).rename_columns([task.prefix + name for name in kept.column_names])


def _with_columns(schema: Any, added: Any) -> Any:
    taken = [name for name in added.names if name in schema.names]
    if taken:
        raise PointsError(f"the file has a column {taken[0]!r} already; choose a prefix, such as --prefix geo_")
    for field in added:
        schema = schema.append(field)
    return schema


def _crs(source: Any, name: str) -> Any:
    """The reference system of a column of Parquet's own type ``GEOMETRY``, which the schema of Arrow may lack."""
    for column in map(source.schema.column, range(len(source.schema))):
        if column.path == name:
            said = json.loads(column.logical_type.to_json()).get("crs") or ""
            kind, _, key = said.partition(":")
            # It may stand in the metadata of the file instead.
            return (source.schema_arrow.metadata or {}).get(key.encode(), said) if kind == "projjson" else said
    return None


def _as_in(source: Any) -> Dict[str, Any]:
    """Options of the writer, so that the output is compressed like the input."""
    if not source.num_row_groups or not source.metadata.num_columns:
        return {}
    codec = source.metadata.row_group(0).column(0).compression.lower()
    return {"compression": "none" if codec == "uncompressed" else codec}


def _paths(task: Task) -> Tuple[str, str]:
    """The path of the output behind all links and that of the partial file, once nothing is in the way."""
    target = os.path.realpath(task.output)
    folder, partial = os.path.dirname(target), target + ".partial"
    if os.path.isdir(target) or not os.path.basename(task.output):
        raise OutputError(f"{task.output or target} is a folder; give the path of a file, such as {os.path.join(target, 'out.parquet')}")
    if not os.path.isdir(folder):
        raise OutputError(f"there is no folder {folder}; create it, or choose another output")
    # Of a pipe there is a path that opens it, but none behind that.
    is_there = os.path.lexists(target) or os.path.exists(task.output)
    if is_there and not os.path.isfile(target):
        raise OutputError(f"{task.output} is no regular file; choose another output, as files are written beside it and renamed")
    if is_there and not task.force:
        raise FileExistsError(f"{task.output} exists already; choose another output, or add --force to overwrite it")
    if os.path.lexists(partial):
        if os.path.islink(partial) or not os.path.isfile(partial):
            raise OutputError(f"{partial} is in the way and no regular file; move it away, or choose another output")
        if not task.force:
            raise FileExistsError(f"{partial} is left of another run; choose another output, or add --force to overwrite it")
        _remove(partial)
    return target, partial


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except FileNotFoundError:
        pass
