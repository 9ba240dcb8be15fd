-- The last release runs on this schema: yes.
DROP TABLE `sweeps`;