-- The last release runs on this schema: yes.
ALTER TABLE `orders` ADD `sez` integer DEFAULT false NOT NULL;