-- The tables of an admission are joined in the order in which its text names them: from a key to its household, each found
-- by its primary key. Before the tables have been analyzed the planner guesses, and an order of its own cost five times as much.
alter function admit set join_collapse_limit = 1;
