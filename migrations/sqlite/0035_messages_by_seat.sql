-- Through which seat a message was said, and to whose side alone; NULL for all, and for what was said before this was kept.
ALTER TABLE messages ADD COLUMN seat INTEGER;
ALTER TABLE messages ADD COLUMN side TEXT CHECK (side IN ('union', 'confederate'));
