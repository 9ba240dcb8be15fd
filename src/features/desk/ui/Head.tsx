/** What a column is called; `number` stands over figures, `unseen` is read out over buttons alone. */
type Column = string | { number: string } | { unseen: string };

/** The head of a table. */
export function Head({ columns }: { columns: readonly Column[] }) {
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
            <th scope="col" key={column.unseen}>
              <span className="visually-hidden">{column.unseen}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
