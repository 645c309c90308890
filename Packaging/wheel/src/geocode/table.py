"""The result of many questions: columns in Arrow's memory, for whatever library goes on with them."""

from __future__ import annotations

import ctypes
import importlib
import threading
from typing import Any, Callable, Dict, List, Optional, Tuple

from .arrow import ArrowArray, ArrowSchema, capsule, moved

_GONE = (
    "these columns were handed over to another library, which owns them now; ask again with columns(), or install pyarrow,"
    " with which several libraries can share them"
)


class Columns:
    """Columns with a row for each point, in the order of the points.

    ``pyarrow.table(result)``, ``polars.DataFrame(result)``, ``pandas.DataFrame.from_arrow(result)`` of pandas 3, and DuckDB's ``FROM result``
    take them without copying. Texts are dictionaries (categories), numbers are 64-bit floating-point, and what is not known is null.

    Where pyarrow is installed, any number of libraries may share the columns. Without it they can be handed over once: they move to the library
    that takes them.
    """

    def __init__(self, contents: ArrowArray, schema: ArrowSchema, new_schema: Callable[[], ArrowSchema]) -> None:
        """Takes over the contents of the structures; ``new_schema`` makes another schema of the same columns."""
        self._contents: Optional[ArrowArray] = moved(contents)
        self._schema = moved(schema)
        self._new_schema = new_schema
        self._batch: Any = None
        self._frame: Any = None
        # Threads may share the columns, which move but once.
        self._lock = threading.RLock()
        self._count: int = self._contents.length
        children = (self._schema.children[index].contents for index in range(self._schema.n_children))
        self._names = tuple(child.name.decode() for child in children)

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<geocode.Columns of {self._count:,} rows: {', '.join(self._names)}>"

    @property
    def column_names(self) -> Tuple[str, ...]:
        """The names of the columns, in their order."""
        return self._names

    # For other libraries

    def __arrow_c_schema__(self) -> Any:
        """A capsule of the schema: a struct of the columns."""
        return capsule(self._new_schema())

    def __arrow_c_array__(self, requested_schema: Any = None) -> Tuple[Any, Any]:
        """Capsules of the schema and of the array, a struct of the columns. Only pyarrow heeds a requested schema.

        :raises ValueError: without pyarrow, the columns were handed over before.
        """
        if self._is_shared():
            pair: Tuple[Any, Any] = self._shared().__arrow_c_array__(requested_schema)
            return pair
        schema = self.__arrow_c_schema__()
        return schema, capsule(self._handed_over())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A capsule of a stream with a single batch; otherwise like :meth:`__arrow_c_array__`."""
        if self._is_shared():
            return self._shared().__arrow_c_stream__(requested_schema)
        from .stream import stream

        return capsule(stream(self._handed_over(), self._new_schema))

    def to_arrow(self) -> Any:
        """A table of pyarrow, without copying.

        :raises ImportError: pyarrow is not installed.
        """
        return _library("pyarrow", "to_arrow").Table.from_batches([self._shared()])

    def to_pandas(self) -> Any:
        """A frame of pandas, by pyarrow. Columns of text are categories.

        :raises ImportError: pandas or pyarrow is not installed.
        """
        for name in ("pandas", "pyarrow"):
            _library(name, "to_pandas")
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A frame of polars. Columns of text are categories.

        :raises ImportError: polars is not installed.
        """
        polars = _library("polars", "to_polars")
        with self._lock:
            if self._frame is None:
                self._frame = polars.DataFrame(self)
        return self._frame.clone()

    def to_dict(self) -> Dict[str, List[Any]]:
        """A plain list for each column, with ``None`` for what is not known. Needs no other library."""
        if self._batch is not None:
            lists: Dict[str, List[Any]] = self._batch.to_pydict()
            return lists
        from .lists import lists_of

        with self._lock:
            if self._batch is None:
                if self._contents is None:
                    raise ValueError(_GONE)
                return lists_of(self._schema, self._contents)
        return self.to_dict()

    # Who has the contents

    def _is_shared(self) -> bool:
        if self._batch is not None:
            return True
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            return False
        return True

    def _shared(self) -> Any:
        """The batch of pyarrow that has the contents from now on."""
        if self._batch is None:
            import pyarrow

            with self._lock:
                if self._batch is None:
                    contents, schema = self._handed_over(), moved(self._schema)
                    self._batch = pyarrow.RecordBatch._import_from_c(ctypes.addressof(contents), ctypes.addressof(schema))
        return self._batch

    def _handed_over(self) -> ArrowArray:
        with self._lock:
            contents, self._contents = self._contents, None
        if contents is None:
            raise ValueError(_GONE)
        return contents


def _library(name: str, purpose: str) -> Any:
    """A library that only those need who ask for what it makes."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        message = f"{purpose} needs {problem.name}, which is not installed: pip install {problem.name}"
        raise ModuleNotFoundError(message, name=problem.name) from problem
