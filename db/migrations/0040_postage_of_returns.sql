-- The last release runs on this schema: yes.
ALTER TABLE `returns` ADD `postage_refund_id` text;