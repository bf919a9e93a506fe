import type { Values } from '../../lib/texts.ts';
import { SelectField } from '../../ui/index.ts';
import { needsAttention, type VisibleConnection } from './connections.updates.ts';

interface ConnectionFieldProps {
  connections: readonly VisibleConnection[];
  value: number | null;
  onChange: (id: number) => void;
  /** Texts of the form that contains the field. */
  t: (key: 'connection' | 'notConnected' | 'chooseConnection', values?: Values) => string;
  hint?: string | false;
  /** The form was submitted: a missing choice is shown as an error. */
  tried: boolean;
}

/** Choice of the connection that starts a conversation. Disconnected ones are marked. */
export const ConnectionField = ({ connections, value, onChange, t, hint, tried }: ConnectionFieldProps) => (
  <SelectField
    label={t('connection')}
    required
    options={connections.map((connection) => ({
      value: connection.id,
      label: needsAttention(connection) ? t('notConnected', { name: connection.name }) : connection.name,
    }))}
    value={value}
    onChange={onChange}
    placeholder={t('chooseConnection')}
    hint={hint}
    error={tried && value === null && t('chooseConnection')}
  />
);
