/** The buttons at the end of a row: edit, and remove where that is allowed. */
import { IconButton } from './button.tsx';

interface RowButton {
  label: string;
  onClick: () => void;
  disabled?: boolean;
}

export const EditAndRemove = ({ edit, remove }: { edit: RowButton; remove?: RowButton | false | undefined }) => (
  <>
    <IconButton icon="edit" {...edit} />
    {remove && <IconButton icon="trash" danger {...remove} />}
  </>
);
