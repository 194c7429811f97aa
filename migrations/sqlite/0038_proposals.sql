-- What a letter proposed under its numbers, where the menu of its position is too long to be listed: a JSON array of orders with number and
-- label. A number in an answer means what was printed.
ALTER TABLE reply_addresses ADD COLUMN proposals TEXT;
