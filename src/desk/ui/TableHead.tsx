/** A column title: `number` for a column of numbers, `visuallyHidden` for a column of buttons. */
type Column = string | { number: string } | { visuallyHidden: string };

/** The head of a table. */
export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (typeof column === 'string')
            return (
              <th scope="col" key={column}>
                {column}
              </th>
            );
          if ('number' in column)
            return (
              <th scope="col" className="number" key={column.number}>
                {column.number}
              </th>
            );
          return (
            <th scope="col" key={column.visuallyHidden}>
              <span className="visually-hidden">{column.visuallyHidden}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
