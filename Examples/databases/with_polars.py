"""Addresses in a lazy frame of Polars, a batch at a time, by a daemon that runs: pip install polars ./Clients/python."""
import polars
import geocode_client.frames
from geocode_client import Client

client = Client()
places = polars.scan_csv("places.csv")
schema = {**places.collect_schema(), "street": polars.String, "geocode_status": polars.String}
street = places.map_batches(lambda frame: frame.geocode("lat", "lon", columns=["street"], client=client), schema=schema)
street.drop("geocode_status").sink_csv("polars.csv")
