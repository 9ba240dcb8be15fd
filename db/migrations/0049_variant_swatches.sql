-- The last release runs on this schema: yes.
ALTER TABLE `products` ADD `swatch` text;--> statement-breakpoint
ALTER TABLE `products` ADD `variant_position` integer DEFAULT 0 NOT NULL;