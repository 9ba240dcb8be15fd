-- The last release runs on this schema: yes.
CREATE TABLE `fills` (
	`name` text PRIMARY KEY NOT NULL,
	`top` integer NOT NULL,
	`position` integer NOT NULL,
	`bottom` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
-- Written by hand: a new shop has nothing to fill.
INSERT INTO `fills` SELECT 'order_words', 1, 1, 1, 0 WHERE NOT EXISTS (SELECT 1 FROM `orders`);
