-- For wrk: asks /reverse for the points of a CSV file, one after the other and from the start again.
--
--     wrk -t1 -c32 -d5s -s points.lua http://127.0.0.1:8080 -- POINTS.csv
--
-- The file has latitude and longitude in its last two columns, as `engine-benchmark --points` writes it.

local paths, position = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local latitude, longitude = line:match("(-?[%d.]+),(-?[%d.]+)$")
    if latitude then
      paths[#paths + 1] = wrk.format("GET", "/reverse?format=jsonv2&lat=" .. latitude .. "&lon=" .. longitude)
    end
  end
end

function request()
  position = position % #paths + 1
  return paths[position]
end
