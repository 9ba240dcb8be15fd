-- The last release runs on this schema: yes.
ALTER TABLE `reviews` ADD `imported` text;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `imported` text;--> statement-breakpoint
ALTER TABLE `coupons` ADD `imported` text;