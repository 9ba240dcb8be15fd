-- The last release runs on this schema: yes.
ALTER TABLE `users` ADD `order_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Written by hand: the triggers. An order without an account, and an account that is being deleted, match no row.
CREATE TRIGGER `order_version_of_new_order` AFTER INSERT ON `orders` BEGIN UPDATE `users` SET `order_version` = `order_version` + 1 WHERE `id` = new.`user_id`; END;--> statement-breakpoint
CREATE TRIGGER `order_version_of_changed_order` AFTER UPDATE OF `status`, `paid`, `user_id` ON `orders` BEGIN UPDATE `users` SET `order_version` = `order_version` + 1 WHERE `id` IN (old.`user_id`, new.`user_id`); END;
