"""A function of DuckDB's SQL for addresses, by a daemon that runs: pip install duckdb numpy pyarrow ./Clients/python."""
import duckdb, pyarrow
from geocode_client import Client
from geocode_client.frames import geocode_rows

def street(latitudes, longitudes):
    return pyarrow.array(geocode_rows(latitudes.to_pylist(), longitudes.to_pylist(), ["street"], client)["street"], pyarrow.string())

client = Client()
duckdb.create_function("street_at", street, ["DOUBLE", "DOUBLE"], "VARCHAR", type="arrow")
duckdb.sql("COPY (SELECT *, street_at(lat, lon) AS street FROM 'places.csv') TO 'duckdb.csv' (HEADER)")
