-- A handful of keys is looked up in indexes, however small or large the tables are. For small ones the planner prefers
-- to read them whole and to hash them, at each admission anew: that costs more than all the rest of it.
alter function admit set enable_hashjoin = off;
alter function admit set enable_mergejoin = off;
alter function admit set enable_seqscan = off;
