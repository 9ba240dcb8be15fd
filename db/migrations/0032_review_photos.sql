-- The last release runs on this schema: yes.
DROP INDEX `photos_unused`;--> statement-breakpoint
ALTER TABLE `photos` ADD `review_id` text REFERENCES `reviews`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `photos` ADD `state` text;--> statement-breakpoint
ALTER TABLE `photos` ADD `decided_at` integer;--> statement-breakpoint
CREATE INDEX `photos_review` ON `photos` (`review_id`) WHERE review_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photos_unused` ON `photos` (`created_at`) WHERE return_id IS NULL AND review_id IS NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `photos` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `photos_at` integer;--> statement-breakpoint
CREATE INDEX `reviews_photos` ON `reviews` (`product_id`,`hidden`,`created_at`,`id`,`photos`) WHERE photos > 0;--> statement-breakpoint
CREATE INDEX `reviews_photos_waiting` ON `reviews` (`photos_at`,`id`) WHERE photos_at IS NOT NULL;--> statement-breakpoint
-- Written by hand: the action of the new reference, which the generator leaves out, and the trigger that keeps what a review says of its photos.
CREATE TRIGGER `photos_of_reviews` AFTER UPDATE OF `review_id`, `state` ON `photos` WHEN new.`review_id` IS NOT old.`review_id` OR new.`state` IS NOT old.`state` BEGIN UPDATE `photos` SET `user_id` = NULL, `state` = NULL, `decided_at` = NULL WHERE `id` = new.`id` AND old.`review_id` IS NOT NULL AND new.`review_id` IS NULL; UPDATE `reviews` SET `photos` = (SELECT count(*) FROM `photos` WHERE `review_id` = `reviews`.`id` AND `state` = 'approved'), `photos_at` = (SELECT max(`created_at`) FROM `photos` WHERE `review_id` = `reviews`.`id` AND `state` = 'waiting') WHERE `id` IN (old.`review_id`, new.`review_id`); END;