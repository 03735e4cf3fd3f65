import { createRoot } from 'react-dom/client'

/** Creates the React root. It is bundled with React, separately from the application (`web/begin.ts`). */
export const createAppRoot = () => createRoot(document.getElementById('app')!)
