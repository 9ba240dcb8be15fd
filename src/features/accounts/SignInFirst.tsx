import type { ReactNode } from 'react';
import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/StateMessage.tsx';

type Props = {
  title: string;
  /** The path to return to after the sign-in. */
  next: string;
  /** The texts of the two links. */
  signIn?: string;
  register?: string;
  /** Why a sign-in is needed. */
  children: ReactNode;
};

/** The state of a page that needs a sign-in. */
export const SignInFirst = ({
  title,
  next,
  signIn = 'Sign In',
  register = 'Create Account',
  children,
}: Props) => (
  <StateMessage
    title={title}
    actions={
      <>
        <a className="button" href={paths.loginThen(next)}>
          {signIn}
        </a>
        <a className="button quiet" href={`${paths.register}?${new URLSearchParams({ next })}`}>
          {register}
        </a>
      </>
    }
  >
    <p className="soft">{children}</p>
  </StateMessage>
);
