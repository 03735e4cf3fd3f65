import { createRoot } from 'react-dom/client'

/** Where React draws the application. In a script of its own with React (`web/begin.ts`). */
export const createAppRoot = () => createRoot(document.getElementById('app')!)
