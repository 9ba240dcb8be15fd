import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['asha.rao@gmail.com', 'asharao@gmail.com'],
  ['a.s.h.a.rao+sale@googlemail.com', 'asharao@gmail.com'],
  ['meera+1+2@example.in', 'meera@example.in'],
  ['+sale@example.in', '+sale@example.in'],
  ['"odd@local"@example.in', '"odd@local"@example.in'],
])('%s is the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
