import { TextField } from '#ui/TextField.tsx';

type Props = { value: string; onChange: (value: string) => void; error?: string | undefined };

/** The operator's own password, in a form whose field of that name is sent along. */
export const PasswordAgain = (props: Props) => (
  <TextField
    label="Your password"
    name="password"
    type="password"
    autoComplete="current-password"
    required
    hint="Asked again for what moves money, data or rights."
    {...props}
  />
);
