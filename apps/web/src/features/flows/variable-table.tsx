import css from './variable-table.module.css';

/** The values of a conversation's variables by their names. */
export function VariableTable({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <table className={css.table}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
