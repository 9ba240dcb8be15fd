-- The last release runs on this schema: yes.
ALTER TABLE `products` ADD `hot_until` integer;