/** A key of a service. The document names it; what is typed is stored apart when the panel is saved. */
import { newId } from '@balcao/domain/flow/ids';
import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { PasswordField } from '../../../ui/index.ts';
import type { TypedKeys } from './form.ts';
import { serviceTexts } from './service.texts.ts';

interface KeyFieldProps {
  label: string;
  keys: TypedKeys;
  /** Null or empty: there is no key yet. */
  keyRef: string | null;
  onChange: (keyRef: string | null) => void;
  required?: boolean;
  error?: string | undefined;
  /** Replaces the explanation. */
  hint?: string | undefined;
}

export function KeyField({ label, keys, keyRef, onChange, required, error, hint }: KeyFieldProps) {
  const t = useTexts(serviceTexts);
  const [storedRef] = useState(keyRef);
  const typed = keyRef === null ? undefined : keys.typed.get(keyRef);
  const isStored = typed === undefined && keyRef !== null && keyRef !== '';
  const type = (value: string) => {
    // A stored key stays what it is: the typed one gets a name of its own.
    const ref = typed === undefined || keyRef === null ? newRef() : keyRef;
    keys.type(ref, value);
    onChange(value === '' ? storedRef : ref);
  };
  return (
    <PasswordField
      label={label}
      required={required}
      autoComplete="off"
      placeholder={isStored ? t('keyStored') : undefined}
      hint={hint ?? t('keyHint')}
      error={error}
      value={typed ?? ''}
      onChange={(event) => type(event.target.value)}
    />
  );
}

/** Until the key is stored and has its real name. */
const newRef = (): string => newId((count) => crypto.getRandomValues(new Uint8Array(count)));
