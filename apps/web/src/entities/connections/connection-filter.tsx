import { SelectField } from '../../ui/index.ts';
import css from './connection-filter.module.css';
import { useConnections } from './connections.api.ts';

interface ConnectionFilterProps {
  label: string;
  /** Names the choice of all connections. */
  all: string;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}

/** Shows the rows of one connection in a list, or those of all. */
export function ConnectionFilter({ label, all, value, onChange }: ConnectionFilterProps) {
  const connections = useConnections();
  return (
    <div className={css.filter}>
      <SelectField
        label={label}
        value={value ?? 0}
        onChange={(id) => onChange(id === 0 ? undefined : id)}
        options={[
          { value: 0, label: all },
          ...(connections.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </div>
  );
}
