-- The last release runs on this schema: yes.
ALTER TABLE `products` ADD `tracked` integer DEFAULT true NOT NULL;