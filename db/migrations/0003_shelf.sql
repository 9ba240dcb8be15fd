-- The last release runs on this schema: yes.
CREATE TABLE `incoming_products` (
	`id` text PRIMARY KEY NOT NULL,
	`row` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `shelf` (
	`entry` integer PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`place` integer NOT NULL,
	`price` integer NOT NULL,
	`skins` integer NOT NULL,
	`version` text NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shelf_product_id_unique` ON `shelf` (`product_id`);--> statement-breakpoint
CREATE INDEX `shelf_place` ON `shelf` (`place`,`skins`);--> statement-breakpoint
CREATE INDEX `shelf_price` ON `shelf` (`price`,`place`,`skins`);--> statement-breakpoint
CREATE TABLE `shelf_facts` (
	`kind` text PRIMARY KEY NOT NULL,
	`list` text NOT NULL
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `shelf_text` USING fts5(name, category, brand, id, description, tokenize = 'trigram case_sensitive 1');--> statement-breakpoint
CREATE VIRTUAL TABLE `shelf_letters` USING fts5(letters, pairs, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
