-- The last release runs on this schema: yes.
ALTER TABLE `users` ADD `edits_content` integer DEFAULT true NOT NULL;