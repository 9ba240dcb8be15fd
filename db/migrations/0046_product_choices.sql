-- The last release runs on this schema: yes.
ALTER TABLE `products` ADD `choices` text DEFAULT '[]' NOT NULL;