extension Facts {
  static let addresses = Fact.table(
    """
    lat=47.1068011&lon=9.52810091&format=json | address | #{"country":"Liechtenstein","country_code":"li","county":"Oberland","house_number":"8","ISO3166-2-lvl8":"LI-09","neighbourhood":"Oberdorf","postcode":"9495","road":"Im Winkel","village":"Triesen"}
     | display_name | 8, Im Winkel, Oberdorf, Triesen, Oberland, 9495, Liechtenstein
     | class | building
     | name | ~
    lat=47.1068011&lon=9.52810091&format=xml | address.house_number | 8
     | address.road | Im Winkel
     | address.neighbourhood | Oberdorf
     | address.village | Triesen
     | address.ISO3166-2-lvl8 | LI-09
     | address.county | Oberland
     | address.postcode | 9495
     | ref | -
    lat=47.1068011&lon=9.52810091&format=geocodejson | housenumber | 8
     | street | Im Winkel
     | locality | Oberdorf
     | city | Triesen
     | admin.level6 | Oberland
     | admin.level8 | Triesen
    lat=47.146861&lon=9.511771&format=geocodejson | housenumber | 5
     | street | Lochgass
     | district | Ebenholz
     | city | Vaduz
     | postcode | 9490
    lat=47.06515&lon=9.50083&format=geocodejson | street | Burgweg
     | city | Balzers
     | osm_key | information
    lat=47.107465&lon=9.52838521614&format=jsonv2 | address.house_number | 39A/B
     | address.road | Dorfstrasse
    lat=47.168440329479594&lon=9.511551699184338&format=jsonv2 | address.house_number | 6
     | address.road | Schmedgässle
     | category | club
    lat=47.118457166193245&lon=9.570678289621355&zoom=18&format=jsonv2 | display_name | 1021, Grosssteg, Sücka, Triesenberg, Oberland, 9497, Liechtenstein
    lat=47.11778&lon=9.57255&format=jsonv2 | display_name | 5, Grosssteg, Steg, Triesenberg, Oberland, 9497, Liechtenstein
     | address.hamlet | Grosssteg
    lat=47.11834&lon=9.57167&format=jsonv2 | display_name | 3, Grosssteg, Sücka, Triesenberg, Oberland, 9497, Liechtenstein
    lat=47.11755503977281&lon=9.572722250405036&format=jsonv2 | address.house_number | 7
    lat=47.13816&lon=9.52168&format=jsonv2&layer=address | address.house_number | 22
     | address.amenity | Marktplatz Garage
    lat=32.4752389363&lon=-86.4810198619&zoom=17&format=jsonv2 | address.road | Upper Kingston Road
     | address.hamlet | Upper Kingston
     | address.town | Prattville
     | address.county | Autauga County
     | address.state | Alabama
     | address.postcode | 36067
     | address.country | United States
     | address.country_code | us
    lat=45.174&lon=-103.072&format=jsonv2 | display_name | Butte County, South Dakota, United States
     | category | place
     | type | county
     | osm_id | -
     | place_id | -
     | address | #{"country":"United States","country_code":"us","county":"Butte County","state":"South Dakota"}
    lat=45.174&lon=-103.072&format=geocodejson | type | county
    lat=47.14122383&lon=9.52169581334&format=jsonv2 | address.tourism | b-smart Hotel Vaduzerhof
     | address.town | Vaduz
    lat=47.1392&lon=9.5228&format=jsonv2 | osm_id | #4233957013
     | address.shop | Oettinger Davidoff
     | address.house_number | 35
    lat=47.2330354&lon=9.5498626&zoom=17&format=jsonv2 | address.hamlet | Hinterschellenberg
     | address.village | Schellenberg
    lat=47.2142&lon=9.5208&zoom=17&format=jsonv2 | address.village | Nendeln
    """)
}
