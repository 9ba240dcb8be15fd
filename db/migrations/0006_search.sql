-- The last release runs on this schema: no, because it drops the tables of the search in the database: GET /api/product/search and the catalogue's sync of before fail.
CREATE TABLE `search_clicks` (
	`day` text NOT NULL,
	`query` text NOT NULL,
	`product_id` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `query`, `product_id`)
);
--> statement-breakpoint
CREATE TABLE `searches` (
	`day` text NOT NULL,
	`query` text NOT NULL,
	`count` integer NOT NULL,
	`empty` integer NOT NULL,
	PRIMARY KEY(`day`, `query`)
);
--> statement-breakpoint
DROP TABLE `shelf`;--> statement-breakpoint
DROP TABLE `shelf_facts`;--> statement-breakpoint
DROP TABLE `shelf_text`;--> statement-breakpoint
DROP TABLE `shelf_letters`;