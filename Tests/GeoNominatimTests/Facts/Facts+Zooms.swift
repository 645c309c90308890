// A valley in Triesenberg, and the middle of Vaduz.
extension Facts {
  static let zooms = Fact.table(
    """
    lat=47.16&lon=9.51&format=jsonv2&zoom=0 | display_name | Liechtenstein
    lat=47.16&lon=9.51&format=jsonv2&zoom=1 | display_name | Liechtenstein
    lat=47.16&lon=9.51&format=jsonv2&zoom=2 | display_name | Liechtenstein
    lat=47.16&lon=9.51&format=jsonv2&zoom=3 | display_name | Liechtenstein
     | osm_type | relation
     | place_rank | #4
     | addresstype | country
    lat=47.16&lon=9.51&format=jsonv2&zoom=4 | display_name | Liechtenstein
    lat=47.16&lon=9.51&format=jsonv2&zoom=5 | display_name | Liechtenstein
    lat=47.16&lon=9.51&format=jsonv2&zoom=-3 | place_rank | #4
    lat=47.11&lon=9.57&format=jsonv2&zoom=8 | display_name | Oberland, Liechtenstein
     | addresstype | county
     | boundingbox | #["47.0484291","47.1942267","9.4716736","9.6357143"]
     | address.postcode | -
    lat=47.11&lon=9.57&format=geojson&zoom=8 | bbox | #[9.4716736,47.0484291,9.6357143,47.1942267]
    lat=47.11&lon=9.57&format=geocodejson&zoom=8 | type | county
     | county | -
     | admin.level6 | Oberland
    lat=47.11&lon=9.57&format=jsonv2&zoom=10 | name | Triesenberg
     | category | boundary
     | type | administrative
     | addresstype | town
     | lat | 47.1186181
     | lon | 9.5433663
     | address.ISO3166-2-lvl8 | LI-10
    lat=47.11&lon=9.57&format=jsonv2&zoom=12 | name | Triesenberg
    lat=47.11&lon=9.57&format=jsonv2&zoom=13 | name | Steg
     | addresstype | village
     | place_rank | #19
     | osm_type | node
    lat=47.11&lon=9.57&format=jsonv2&zoom=14 | name | Wisli
     | category | place
     | type | hamlet
     | address.village | Steg
     | address.town | Triesenberg
     | boundingbox | #["47.0931323","47.1331323","9.5510380","9.5910380"]
    lat=47.11&lon=9.57&format=jsonv2&zoom=16 | category | highway
     | addresstype | road
    lat=47.066&lon=9.504&format=geocodejson&zoom=16 | name | Gnetsch
     | type | street
     | city | Balzers
     | street | -
    lat=47.06528&lon=9.50078&format=jsonv2&zoom=16&layer=address | name | ~e
     | place_rank | #26
    lat=47.06528&lon=9.50078&format=jsonv2&zoom=17&layer=address | name | Burgweg
     | place_rank | #27
    lat=47.1068011&lon=9.52810091&format=jsonv2&zoom=99 | address.house_number | 8
    lat=47.14052&lon=9.52202&zoom=14&format=jsonv2 | name | Ebenholz
    lat=32.469&lon=-86.4444&zoom=8&format=jsonv2 | name | Autauga County
    lat=32.469&lon=-86.4444&zoom=10&format=jsonv2 | name | Autauga County
    lat=32.469&lon=-86.4444&zoom=12&format=jsonv2 | name | Prattville
     | addresstype | town
    lat=32.469&lon=-86.4444&zoom=3&format=jsonv2 | name | United States
    """)
}
