import { SelectField } from '#ui/SelectField.tsx';

/** @property categories in any order; repeated ones are listed once @property value the chosen one, or empty for all */
type Props = {
  label?: string;
  categories: readonly string[];
  value: string;
  onChange: (category: string) => void;
};

/** Chooses one category, or all. */
export function CategoryField({ label = 'Category', categories, value, onChange }: Props) {
  const names = [...new Set([...categories, ...(value ? [value] : [])])].sort();
  return (
    <SelectField
      label={label}
      name="category"
      value={value}
      options={{ '': 'All categories', ...Object.fromEntries(names.map((name) => [name, name])) }}
      onChange={onChange}
    />
  );
}
