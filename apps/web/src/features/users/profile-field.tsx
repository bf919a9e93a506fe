import type { User } from '@balcao/contract/endpoints/access';
import { useTexts } from '../../lib/use-texts.ts';
import { SelectField } from '../../ui/index.ts';
import { userTexts } from './users.texts.ts';

interface ProfileFieldProps {
  value: User['profile'];
  onChange: (profile: User['profile']) => void;
  error: string | false | undefined;
}

/** Agent or admin. */
export function ProfileField(field: ProfileFieldProps) {
  const t = useTexts(userTexts);
  return (
    <SelectField
      label={t('profile')}
      options={[
        { value: 'user', label: t('user') },
        { value: 'admin', label: t('admin') },
      ]}
      {...field}
    />
  );
}
