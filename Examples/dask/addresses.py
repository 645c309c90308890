"""Addresses for a data frame of Dask, by the wheel in its workers: Packaging/wheel/README.md.

    pip install "dask[dataframe]" geocode-0.1.0-py3-none-manylinux_2_36_x86_64.whl
    python addresses.py places.parquet addresses.parquet

The workers of a cluster need the wheel, too: `client.register_plugin(PipInstall([".../geocode-0.1.0-….whl"]))`. Ray takes the same function:
`ray.data.read_parquet(…).map_batches(addresses, batch_format="pandas")`.
"""

import sys

import dask.dataframe
import geocode

COLUMNS = ["street", "house_number", "city", "country", "status"]


def addresses(part):
    """A part of the frame, with columns of addresses at its right."""
    answers = geocode.columns(part["lat"], part["lon"], COLUMNS).to_pandas().astype("string[pyarrow]")
    return part.join(answers.set_index(part.index))


if __name__ == "__main__":
    source, target = sys.argv[1:]
    frame = dask.dataframe.read_parquet(source)
    frame.map_partitions(addresses, meta=addresses(frame._meta)).to_parquet(target)
