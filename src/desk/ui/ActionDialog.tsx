import type { ClientResponse } from 'hono/client';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { send } from '#lib/api.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { SelectField } from '#ui/SelectField.tsx';
import type { Errors } from '#ui/useFields.ts';
import { DialogField, textOf } from './DialogField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { paiseOf } from './paise-of.ts';
import { readProof } from './proof.ts';

/** A field of an action: its label, and what kind of value it sends. Without a kind it is a text. */
type TextField = Omit<ComponentProps<typeof DialogField>, 'name' | 'errors' | 'required'> & {
  kind?: 'text' | 'amount';
  /** It may be left empty. It is then not sent, or `empty`: sent to take away what is there. */
  optional?: true | 'empty';
};
type ChoiceField = { label: string; kind: 'choice'; options: Record<string, string>; hint?: string };
export type Field = TextField | ChoiceField;

/** The fields of an action by their names in its body. */
export type FieldsOf<Body> = { [Name in keyof Body]?: Field };

type FieldProps = { name: string; field: Field; errors: Errors };

function Choice({ name, field, errors }: FieldProps & { field: ChoiceField }) {
  const [value, setValue] = useState('');
  return (
    <SelectField
      label={field.label}
      name={name}
      required
      value={value}
      options={{ '': 'Choose one', ...field.options }}
      onChange={setValue}
      error={errors[name]}
    >
      {field.hint && <p className="hint">{field.hint}</p>}
    </SelectField>
  );
}

function OneField({ name, field, errors }: FieldProps) {
  if (field.kind === 'choice') return <Choice {...{ name, field, errors }} />;
  const { kind, optional, ...rest } = field;
  return (
    <DialogField
      {...rest}
      name={name}
      required={!optional}
      errors={errors}
      {...(kind === 'amount' && { inputMode: 'decimal' as const, maxLength: 15 })}
    />
  );
}

/** The described fields of a form. */
export const Fields = ({ fields, errors }: { fields: Record<string, Field | undefined>; errors: Errors }) =>
  Object.entries(fields).map(
    ([name, field]) => field && <OneField key={name} {...{ name, field, errors }} />,
  );

/** What the described fields send: amounts are paise, and an optional text may be missing. */
export type ValuesOf<Described> = {
  [Name in keyof Described]: Described[Name] extends { kind: 'amount' }
    ? number
    : Described[Name] extends { optional: true }
      ? string | undefined
      : string;
};

/** The values of the described fields of a submitted form. */
export function valuesOf<Described extends object>(fields: Described, form: FormData): ValuesOf<Described> {
  const values = Object.entries(fields as Record<string, Field | undefined>).flatMap(([name, field]) => {
    const text = textOf(form, name);
    if (!field || (!text && field.kind !== 'choice' && field.optional === true)) return [];
    return [[name, field.kind === 'amount' ? paiseOf(text) : text]];
  });
  return Object.fromEntries(values) as ValuesOf<Described>;
}

type Input = { json?: object; param?: object };
type BodyOf<In extends Input> = NonNullable<In['json']>;

type Props<In extends Input, Answer> = Omit<ComponentProps<typeof FormDialog>, 'onSubmit' | 'children'> & {
  /** The route of the action. */
  call: (input: In) => Promise<ClientResponse<Answer, number, 'json'>>;
  /** What it is about, and the values that the operator saw. */
  input?: { param?: In['param']; json?: Partial<BodyOf<In>> };
  fields?: FieldsOf<BodyOf<In>>;
  /** Stands above the fields. */
  children?: ReactNode;
  /** Called with every answer, for what a list shows of it. */
  onAnswer?: (answer: Outcome<Exclude<Answer, { success: false }>> | Failure) => void;
};

/**
 * A dialog for an action of the desk, made of the action's own schema: the fields are those of its body, and what the
 * operator saw goes with them.
 *
 *     <ActionDialog title="Pause selling?" action="Pause selling" call={api.desk.stock[':productId'].pause.$post}
 *       input={{ param: { productId } }} fields={{ reason: { label: 'Reason that shoppers read' } }} />
 */
export function ActionDialog<In extends Input, Answer>({
  call,
  input = {},
  fields = {},
  children,
  onAnswer,
  ...dialog
}: Props<In, Answer>) {
  const { password } = dialog;
  const submit = async (form: FormData): Promise<Outcome<{ message?: string }>> => {
    const { code, ...proof } = readProof(form);
    const json = {
      ...input.json,
      ...valuesOf(fields, form),
      ...(password && (password === 'alone' ? proof : { ...proof, code })),
    };
    const answer = await send(call({ ...input, json } as unknown as In));
    onAnswer?.(answer);
    return answer as Outcome<{ message?: string }>;
  };
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      {(errors) => (
        <>
          {children}
          <Fields fields={fields} errors={errors} />
        </>
      )}
    </FormDialog>
  );
}
