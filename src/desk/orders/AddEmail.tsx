import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useForm } from '#ui/useForm.ts';
import { changeOrder, type Detail } from './orders.api.ts';
import { refusalText } from './refusal-text.api.ts';

/** The email address of an order by phone that was made without one: its papers go there then. */
export function AddEmail({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { order, seen } = detail;
  const form = useForm({
    initial: { email: '' },
    async send({ email }) {
      const answer = await changeOrder.email({ orderId: order.id, seen }, email);
      return answer.ok || answer.fields.email ? answer : { ...answer, message: refusalText(answer) };
    },
    onDone({ message }) {
      toast({ message });
      onChanged();
    },
  });
  return (
    <form className="stack gap-2" ref={form.ref} onSubmit={form.onSubmit} noValidate>
      <TextField
        {...form.field('email')}
        label="Email (none yet)"
        type="email"
        autoComplete="off"
        hint="Its papers go there. Until then only the WhatsApp link opens the order."
      />
      {form.problem?.message && <p className="notice error">{form.problem.message}</p>}
      <p>
        <button type="submit" className="button quiet small" aria-busy={form.busy} disabled={form.busy}>
          Add email
        </button>
      </p>
    </form>
  );
}
