import type { RefObject } from 'react';

interface FileInputProps {
  /** For the button that opens the file chooser: `input.current?.click()`. */
  inputRef: RefObject<HTMLInputElement | null>;
  label: string;
  accept?: string;
  onFile: (file: File) => void;
}

/** The hidden file chooser behind a button. The same file can be chosen twice in a row. */
export const FileInput = ({ inputRef, label, accept, onFile }: FileInputProps) => (
  <input
    ref={inputRef}
    type="file"
    className="sr"
    tabIndex={-1}
    aria-label={label}
    accept={accept}
    onChange={(event) => {
      const [file] = event.target.files ?? [];
      if (file) onFile(file);
      // Without the reset, choosing the same file again fires no change event.
      event.target.value = '';
    }}
  />
);
