-- wrk's requests: GET of a recipient's 20 gifts, or POST of one gift, for a household at random.
-- Arguments: get|post, and the file with one session token a line.
local requests = {}

local function id(kind, number) return string.format("00000000-0000-7000-8000-%012d", kind * 1000000 + number) end

function setup(thread)
    count = (count or 0) + 1
    thread:set("seed", count)
end

function init(arguments)
    math.randomseed(seed * 7919 + os.time())
    local household = 0
    for token in io.lines(arguments[2]) do
        household = household + 1
        local path = "/api/v1/households/" .. id(1, household) .. "/occasions/" .. id(4, household) .. "/gifts"
        local headers = { ["Authorization"] = "Bearer " .. token, ["Accept"] = "application/json" }
        if arguments[1] == "get" then
            requests[#requests + 1] = wrk.format("GET", path .. "?recipient=" .. id(5, household * 100), headers)
        else
            headers["Content-Type"] = "application/json"
            for recipient = 1, 10 do
                local body = string.format(
                    '{"recipient":"%s","name":"Wooden train set","estimate":{"minor":2499,"currency":"EUR"},"notes":"The red one"}',
                    id(5, household * 100 + recipient))
                requests[#requests + 1] = wrk.format("POST", path, headers, body)
            end
        end
    end
end

function request() return requests[math.random(#requests)] end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format('RESULT {"requests":%d,"us":%d,"p50":%d,"p99":%d,"errors":%d}\n', summary.requests, summary.duration,
        latency:percentile(50), latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
