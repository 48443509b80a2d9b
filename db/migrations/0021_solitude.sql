-- Only a job that ran alone in its process is to blame for the end of that process.

-- Whether the run that the token stands for had its process to itself. Means nothing without a token.
ALTER TABLE job ADD COLUMN alone boolean NOT NULL DEFAULT false;
