-- The last release runs on this schema: yes.
ALTER TABLE `products` ADD `hidden` integer DEFAULT false NOT NULL;